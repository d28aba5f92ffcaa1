"""Many tables at once, one a place, each with one mailbox and one clock."""
