/** Where the prompt of a role is looked up: in the work root, then in the map root, as templates are. */
export function rolePath(name: string): string {
  return `prompts/agents/${name}.md`;
}
