/** What `setTimeout` can count; a longer time would end at once. Units: ms. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
