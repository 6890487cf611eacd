import type { AnyBoard, JointAsk } from './board.ts'

/** One request to a provider, and the boards that it is about. */
export interface JointQuestion {
  readonly boards: readonly AnyBoard[]
  /** `null`: the one board is polled by itself. */
  readonly ask: JointAsk | null
}

/**
 * The requests by which these boards are polled: boards that can be asked together are, all others one by one.
 *
 * @param now Unix milliseconds
 */
export const jointQuestions = (boards: readonly AnyBoard[], now: number): readonly JointQuestion[] => {
  const byId = new Map(boards.map((board) => [board.id, board]))
  const groups = Map.groupBy(byId.values(), ({ id, joint }) => joint?.name ?? id)
  return [...groups.values()].flatMap((group): readonly JointQuestion[] => {
    const { joint } = group[0]!
    if (!joint || group.length === 1) return group.map((board) => ({ boards: [board], ask: null }))
    return joint
      .asks(
        group.map(({ id }) => id),
        now,
      )
      .map((ask) => ({ boards: ask.answers.map((id) => byId.get(id)!), ask }))
  })
}
