// A passkey that is refused leaves the page as it is. Buttons wait for allauth's scripts.
document.addEventListener("allauth.error", (event) => event.preventDefault());
addEventListener("load", () => all("[data-passkey]").forEach((button) => button.removeAttribute("disabled")));
