// A passkey that is refused or let go is no fault of the page: one stays where one is.
document.addEventListener("allauth.error", (event) => event.preventDefault());
// Once allauth's own scripts have seen to the buttons, pressing them does something.
addEventListener("load", () => all("[data-passkey]").forEach((button) => button.removeAttribute("disabled")));
