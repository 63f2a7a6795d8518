/** Units: US dollars, to the cent; what is less than a cent but more than nothing is shown as such. */
export function formatCost(usd: number): string {
  return usd > 0 && usd < 0.005 ? '<$0.01' : `$${usd.toFixed(2)}`;
}
