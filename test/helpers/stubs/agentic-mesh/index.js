// Stands in for a package that the MAP client imports and that nothing here uses.
export class TunnelStream {}
export const createMeshPeer = () => undefined;
