"use strict";

// A passkey that is refused or let go is no fault of the page: one stays where one is.
document.addEventListener("allauth.error", (event) => event.preventDefault());

// Runs after allauth's own script has seen to the buttons: from now on pressing them does something.
document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("[data-passkey]")) button.disabled = false;
});
