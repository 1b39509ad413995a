"""Pictures that the sites show and that visual tasks refer to: made here, checked here."""
