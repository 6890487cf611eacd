import type { Weighed } from '../ports.ts'

/** A sliding window over the weights of past questions. */
export interface RateWindow {
  /**
   * Enters a question and returns `null`, or returns when (Unix milliseconds) there will be room for it. A question
   * heavier than its part of the window goes when no other is in that.
   */
  take(now: number, question: Weighed): number | null
  /** Enters a question that was sent already. */
  note(now: number, question: Weighed): void
}

interface Sent extends Weighed {
  readonly at: number
}

const weightOf = (sent: readonly Sent[]): number => sent.reduce((sum, { weight }) => sum + weight, 0)

/** Whether there is room beside these. What fits nowhere goes once all of them have left. */
const fits = ({ weight, isUrgent, limit, kept }: Weighed, sent: readonly Sent[]): boolean => {
  if (weightOf(sent) + weight > limit) return false
  const others = sent.filter((each) => !each.isUrgent)
  return isUrgent || others.length === 0 || weightOf(others) + weight <= limit - kept
}

export const rateWindow = (spanMs: number): RateWindow => {
  let sent: readonly Sent[] = []
  /** What is further ahead than a window was sent before the clock was set back. */
  const within = (now: number): readonly Sent[] => sent.filter((each) => Math.abs(each.at - now) < spanMs)
  const note = (now: number, question: Weighed): void => {
    sent = [...within(now), { ...question, at: now }]
  }
  return {
    note,
    take: (now, question) => {
      const running = within(now)
      const gone = running.findIndex((_, first) => fits(question, running.slice(first)))
      // Before the first has left: now. Otherwise once the one before the first that may stay has left.
      if (gone > 0 || (gone < 0 && running.length > 0)) return running.at(gone < 0 ? -1 : gone - 1)!.at + spanMs
      note(now, question)
      return null
    },
  }
}
