"""Texts and view models, made from what the viewer may see; no rules are decided and no data is looked up here."""
