"""Pages and their actions: fetch, form, service, render."""
