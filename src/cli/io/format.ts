export { formatCommand } from '../../util/format-command.ts';
export { formatCost } from '../../util/format-cost.ts';
export { formatCount } from '../../util/format-count.ts';
export { formatDuration } from '../../util/format-duration.ts';
export { toOneLine } from '../../util/to-one-line.ts';
