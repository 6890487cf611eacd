import { readFileSync } from 'node:fs'

/** What Linux tells of processes and of the machine. */

/** Ticks of `/proc` in a second: the same on every Linux that programs see. */
const TICKS = 100

export interface Usage {
  /** Resident memory, MB of 1,000,000 bytes. */
  readonly memoryMb: number
  /** Since it was started. */
  readonly cpuSeconds: number
}

/** @param stat of `/proc/<pid>/stat`: the name in brackets may hold spaces and brackets */
export const cpuIn = (stat: string): number => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/** @param status of `/proc/<pid>/status` */
export const memoryIn = (status: string): number =>
  (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) * 1_024) / 1e6

/** @param stat of `/proc/stat`: CPU time that the machine has worked, seconds of all cores */
export const busyIn = (stat: string): number => {
  const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0, stolen = 0] = stat
    .split('\n')[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + soft + stolen) / TICKS
}

/** `null` when it is gone. */
export const usageOf = (pid: number): Usage | null => {
  try {
    const found = {
      memoryMb: memoryIn(readFileSync(`/proc/${pid}/status`, 'utf8')),
      cpuSeconds: cpuIn(readFileSync(`/proc/${pid}/stat`, 'utf8')),
    }
    // A process that has ended and was not waited for has no memory.
    return Number.isFinite(found.memoryMb) ? found : null
  } catch {
    return null
  }
}

export const machineBusy = (): number => busyIn(readFileSync('/proc/stat', 'utf8'))
