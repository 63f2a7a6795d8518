import type { Task } from '../../model/block.ts';
import { roleOf } from '../../model/tasks.ts';
import type { Program } from '../../run/program/program.ts';

/** What nobody has said about what agents may change, for the map and those in it, as sentences for the start of a run. */
export function effectsNotes(program: Program): readonly string[] {
  const original = mapsWhere(program, (each) => each.facts.isOriginal);
  const silent = mapsWhere(program, (each) => !each.facts.isOriginal && isSilent(each));
  return [
    ...(original.length === 0
      ? []
      : [
          `Agents edit as their permissions allow, since ${original.join(', ')} ${original.length === 1 ? 'uses' : 'use'} the fields of the original format alone; with "writes" a task says what it may change.`,
        ]),
    ...(silent.length === 0
      ? []
      : [
          `Agents only read in ${silent.join(', ')}, where no task says what it may change; an agent that is to edit has "writes", for example with "anything".`,
        ]),
  ];
}

function mapsWhere(program: Program, isIt: (program: Program) => boolean): readonly string[] {
  const own = agentsOf(program).length > 0 && isIt(program) ? [program.source.path] : [];
  const inner = [...program.maps.values()].flatMap((each) => mapsWhere(each, isIt));
  return [...new Set([...own, ...inner])];
}

/** Whether its agents may all be meant to edit, as in a map of before tasks could say anything of it. */
function isSilent(program: Program): boolean {
  const agents = agentsOf(program);
  const isReader = (task: Task): boolean =>
    program.roles.get(roleOf(task)?.name ?? '')?.settings.writes === 'nothing';
  return agents.every(({ writes }) => writes === undefined) && agents.some((task) => !isReader(task));
}

function agentsOf({ facts }: Program) {
  return [...facts.tasks.keys()].filter((task) => task.type === 'claude');
}
