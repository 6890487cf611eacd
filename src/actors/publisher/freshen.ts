import type { AnyBoard } from '../../feeds/board.ts'
import { jointQuestions, type JointQuestion } from '../../feeds/joint-questions.ts'
import type { ActorContext } from './context.ts'
import { pollBoard } from './polled.ts'

/** Polling the boards of a subject that was created on demand: many places in few requests, each asked by one worker. */

/** When another worker is polling, this one waits for the longest time of a poll and this much more. */
const SLACK_MS = 1_000
const LOOK_EVERY_MS = 150

const pollMsOf = ({ source }: AnyBoard): number => source.timeoutMs + SLACK_MS

/** How long a provider takes on average for one request of its rate. */
const perRequestMs = ({ source: { rate } }: AnyBoard): number => (rate.perSeconds * 1000) / rate.requests

/** The boards that are not fresh. If nobody has asked for them since the last poll, the old data stays. */
const dueOf = async (
  boards: readonly AnyBoard[],
  wantedAt: number,
  { store }: ActorContext,
  now: number,
): Promise<readonly AnyBoard[]> => {
  const found = await store.boards.read(boards.map(({ id }) => id))
  return boards.filter((board, index) => {
    const stored = found[index]
    return !stored || !(now - stored.at < board.everySeconds * 1000 || wantedAt <= stored.at)
  })
}

/** Asks one question and writes the boards that it answers. Returns whether the provider's rate left no room for it. */
const pollTogether = async ({ boards, ask }: JointQuestion, context: ActorContext, now: number): Promise<boolean> => {
  const { net, store, thread } = context
  const [first] = boards
  if (ask === null) {
    const outcome = await pollBoard(first!, net, store.boards, now, undefined, thread)
    return outcome.kind === 'declined' && outcome.cause === 'rate_limited'
  }
  const reply = await net.ask(ask.query)
  if (!reply.ok) return reply.failure.kind === 'rate_limited'
  try {
    const states = ask.states(reply.body)
    await Promise.all(
      boards.map(({ id, keepSeconds }, index) => store.boards.write(id, now, states[index]!, keepSeconds)),
    )
  } catch (problem) {
    context.log.warn('board.unreadable', { board: first!.id, boards: boards.length, reason: String(problem) })
  }
  return false
}

/**
 * Polls those boards of a subject that are due. When several subjects share a board, one of them polls it and the others
 * wait for that.
 *
 * @param patienceMs how long questions for which the rate of a provider leaves no room are asked again
 */
export const freshen = async (
  boards: readonly AnyBoard[],
  wantedAt: number,
  context: ActorContext,
  patienceMs: number,
): Promise<void> => {
  const { store, clock, holder } = context
  const startedAt = clock.now()
  let open = boards.filter((board) => context.mayAsk(board))
  for (;;) {
    const now = clock.now()
    const due = await dueOf(open, wantedAt, context, now)
    if (due.length === 0) return
    const mark = `${holder}/${now}`
    const leases = await Promise.all(due.map((board) => store.leases.hold(`poll/${board.id}`, mark, pollMsOf(board))))
    const held = due.filter((_board, index) => leases[index])
    const questions = jointQuestions(held, now)
    let full: readonly boolean[] = []
    try {
      full = await Promise.all(questions.map((question) => pollTogether(question, context, now)))
    } finally {
      await Promise.all(held.map(({ id }) => store.leases.release(`poll/${id}`, mark)))
    }
    const waitedMs = clock.now() - startedAt
    const limited = waitedMs < patienceMs ? questions.flatMap((each, index) => (full[index] ? each.boards : [])) : []
    const others = due.filter((board, index) => !leases[index] && waitedMs < Math.max(pollMsOf(board), patienceMs))
    open = [...others, ...limited]
    if (open.length === 0) return
    await clock.sleep(Math.max(LOOK_EVERY_MS, ...limited.map(perRequestMs)))
  }
}

/**
 * Seconds that the providers of a subject need for what they were not asked yet: the requests that are missing, over
 * their rate.
 */
export const secondsMissing = async (boards: readonly AnyBoard[], context: ActorContext): Promise<number> => {
  const now = context.clock.now()
  const asked = boards.filter((board) => context.mayAsk(board))
  const questions = jointQuestions(await dueOf(asked, now, context, now), now)
  const bySource = Map.groupBy(questions, ({ boards: [board] }) => board!.source.name)
  const spans = [...bySource.values()].map((each) => each.length * perRequestMs(each[0]!.boards[0]!))
  return Math.ceil(Math.max(1_000, ...spans) / 1000)
}
