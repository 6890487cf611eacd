import type { Life } from '../judge/memory.ts'
import type { Point } from '../judge/slope.ts'
import type { Usage } from './proc.ts'

/** The processes of a run, each from its start to its end. */

interface Lived extends Life {
  readonly pid: number
  readonly memory: Point[]
  usage: Usage
}

export const createLives = () => {
  const byRole = new Map<string, Lived[]>()
  return {
    /**
     * @returns the CPU time since the sample before, seconds; of a process that is new, nothing, since it may have
     * started at any time between
     */
    see: (
      role: string,
      pid: number,
      at: number,
      usage: Usage,
    ): { readonly name: string; readonly cpuSeconds: number } => {
      const lived = byRole.get(role) ?? []
      byRole.set(role, lived)
      let life = lived.at(-1)
      const before = life?.pid === pid ? life.usage : usage
      if (life?.pid !== pid) {
        life = { role, nth: lived.length + 1, pid, memory: [], usage }
        lived.push(life)
      }
      life.usage = usage
      life.memory.push([at, usage.memoryMb])
      return { name: life.nth === 1 ? role : `${role} (${life.nth})`, cpuSeconds: usage.cpuSeconds - before.cpuSeconds }
    },
    all: (): readonly Life[] => [...byRole.values()].flat(),
  }
}
