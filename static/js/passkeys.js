"use strict";

// A passkey that is refused or let go is no fault of the page: one stays where one is.
document.addEventListener("allauth.error", (event) => event.preventDefault());
