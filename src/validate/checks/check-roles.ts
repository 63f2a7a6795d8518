import { checkRole } from './check-role.ts';
import { rolePath } from '../blocks/role-path.ts';
import type { PromptRule } from '../blocks/rule.ts';

/** Every role that a map names is what it says of itself, and has what is required of it. */
export const checkRoles: PromptRule = ({ roles, lookups }, report) => {
  for (const [role, template] of roles) {
    const lookup = lookups.get(rolePath(role));
    const shipped = lookup?.kind === 'found' ? lookup.shipped : undefined;
    checkRole({ role, template, shipped }, report);
  }
};
