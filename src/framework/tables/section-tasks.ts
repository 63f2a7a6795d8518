/** The fields of sections that name tasks of one type only. */
export const SECTION_TASKS = {
  subtasks: 'foreach',
  recipes: 'shell',
  pauses: 'human',
} as const;
