/** Whether tests look at every moment that there is, as `npm run test:kills` has them do; else they take a sample. */
export const ALL_MOMENTS = process.env['WFMAP_ALL_MOMENTS'] !== undefined;
