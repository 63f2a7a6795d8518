/**
 * Where lines begin or end along the side of a box: as near as can be to where they want to be, in their order, and apart.
 *
 * Shape: `wanted` is ascending. Units: whole ones of the medium; the box has room for all of them.
 */
export function portsOf(
  wanted: readonly number[],
  { from, to, apart }: { readonly from: number; readonly to: number; readonly apart: number },
): readonly number[] {
  const ports: number[] = [];
  for (const [place, x] of wanted.entries()) {
    const least = place === 0 ? from : (ports[place - 1] ?? from) + apart;
    ports.push(Math.max(least, Math.min(Math.round(x), to)));
  }
  for (let place = ports.length - 1, most = to; place >= 0; place -= 1) {
    const port = Math.min(ports[place] ?? most, most);
    ports[place] = port;
    most = port - apart;
  }
  return ports;
}
