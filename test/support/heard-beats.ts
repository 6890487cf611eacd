import type { Beats, RoleBeats } from '../../src/metrics/beats.ts'

/** What loops tell, as they tell it. */
export const heardBeats = () => {
  const worked: string[] = []
  const leads: boolean[] = []
  const beats: RoleBeats = {
    worked: (loop) => void worked.push(loop),
    leads: (isOurs) => void leads.push(isOurs),
  }
  return { beats, worked, leads, count: (loop: string) => worked.filter((each) => each === loop).length }
}

/** Tells nobody. */
export const deafRole: RoleBeats = { worked: () => {}, leads: () => {} }
export const deafBeats: Beats = { plays: () => deafRole, report: () => {} }
