"""What people read and see, made from what they may see: no rules are decided here, and nothing is looked up."""
