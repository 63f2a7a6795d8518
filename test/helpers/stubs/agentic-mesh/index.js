// Stands in for a package that the MAP client imports and that nothing here uses.
export const TunnelStream = undefined;
export const createMeshPeer = () => undefined;
