// Stands in for a package that the MAP client depends on and that nothing here uses.
export const nothing = undefined;
