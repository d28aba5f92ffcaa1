"""For whoever releases Kiu: making a release, and looking after the packages that Kiu rests on."""
