/** From one node to another, both by number. */
export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

const DAMPING = 0.85;
const ROUNDS = 30;

/**
 * How likely somebody is at each node who follows edges by their weight, and now and then begins anew.
 *
 * `start` says how likely each node is to begin at, in any unit. Shape: the ranks are 1 together. A fixed number of rounds: what
 * is still open after them is less than 1 %.
 * Source: personalised PageRank; whoever is at a node without edges begins anew.
 */
export function pageRank(start: readonly number[], edges: readonly Edge[]): readonly number[] {
  const total = start.reduce((sum, each) => sum + each, 0);
  const begin = start.map((each) => (total > 0 ? each / total : 1 / start.length));
  const out = start.map(() => 0);
  for (const { from, weight } of edges) out[from] = (out[from] ?? 0) + weight;
  let ranks = [...begin];
  for (let round = 0; round < ROUNDS; round += 1) {
    const passed = ranks.map(() => 0);
    for (const { from, to, weight } of edges) {
      passed[to] = (passed[to] ?? 0) + ((ranks[from] ?? 0) * weight) / (out[from] ?? 1);
    }
    const kept = passed.reduce((sum, each) => sum + each, 0);
    const anew = 1 - DAMPING * kept;
    ranks = passed.map((each, node) => DAMPING * each + anew * (begin[node] ?? 0));
  }
  return ranks;
}
