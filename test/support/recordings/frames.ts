import type { BookFrame, BookSocket } from '../../../src/sources/books/book-socket.ts'
import type { Frame, LiquidationVenue } from '../../../src/sources/liquidations/liquidation.ts'
import { UnreadableReply } from '../../../src/sources/query.ts'
import { socketOf } from './endpoint.ts'
import { type Reading, changed } from './reading.ts'
import { quoteIn } from './say-prices.ts'
import { count, first, time } from './words.ts'

/** Frames of sockets before the readers of sockets. A recording may hold frames of several connections. */

/** The frames of a recording, in order, their numbers spelled as they came. */
export const framesOf = (body: string): readonly string[] => {
  const spelled: unknown = JSON.parse(body, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? JSON.rawJSON(context!.source!) : value,
  )
  return (Array.isArray(spelled) ? spelled : [spelled]).map((frame) => JSON.stringify(frame))
}

/** A reading of the frames of which this holds, which are read as they came. */
export const part = (reading: Reading, how: string, holds: (frame: string) => boolean): Reading => ({
  ...changed(reading, how, (body) => `[${framesOf(body).filter(holds).join()}]`),
  isOwn: true,
})

/** How many frames were of which kind. Of frames that cannot be read the first fault is named. */
const told = <F extends { readonly kind: string }>(
  body: string,
  read: (frame: string) => F,
): { readonly read: readonly F[]; readonly words: string } => {
  const frames = framesOf(body)
  const faults: string[] = []
  const found = frames.flatMap((frame) => {
    try {
      return [read(frame)]
    } catch (error) {
      if (!(error instanceof UnreadableReply)) throw error
      faults.push(error.message.slice(0, 80))
      return []
    }
  })
  const of = (wanted: string, words: string): readonly string[] => {
    const many = found.filter(({ kind }) => kind === wanted).length
    return many > 0 ? [`${many} ${words}`] : []
  }
  const words = [
    count(frames.length, 'frame'),
    ...of('other', 'passed over'),
    ...of('broken', 'of a broken connection'),
    ...of('refused', 'with a refusal'),
    ...(faults.length > 0 ? [`${faults.length} unreadable (${faults[0]})`] : []),
  ]
  return { read: found, words: words.join(', ') }
}

const must = (isThere: boolean, what: string, words: string): string => {
  if (!isThere) throw new Error(`no ${what} in ${words}`)
  return words
}

/** Best prices that a venue pushed. */
export const bestPrices = (socket: BookSocket): Reading => ({
  reader: socketOf(socket),
  isOwn: true,
  give: (body) => {
    const { read, words } = told<BookFrame>(body, socket.reader())
    const quotes = read.flatMap((frame) => (frame.kind === 'quotes' ? frame.quotes : []))
    const beats = read.filter(({ kind }) => kind === 'unchanged').length
    const said = `${words}; ${count(quotes.length, 'quote')}${beats > 0 ? ` and ${count(beats, 'heartbeat')}` : ''}: `
    return must(
      quotes.length > 0,
      'quote',
      said + first([...new Map(quotes.map((each) => [each.symbol, quoteIn(each.symbol, each.quote)])).values()]),
    )
  },
})

/** Liquidations that a venue pushed. */
export const liquidations = (venue: LiquidationVenue): Reading => ({
  reader: socketOf(venue),
  isOwn: true,
  give: (body) => {
    const { read, words } = told<Frame>(body, (frame) => venue.read(frame))
    const closed = read.flatMap((frame) => (frame.kind === 'liquidations' ? frame.liquidations : []))
    const said = closed.map(({ symbol, side, price, size, at }) => `${symbol} ${side} ${size} at ${price}, ${time(at)}`)
    return must(closed.length > 0, 'liquidation', `${words}; ${count(closed.length, 'liquidation')}: ${first(said)}`)
  },
})

/** Frames of channels to which nobody subscribes. Each must be passed over. */
export const passedOver = (socket: BookSocket | LiquidationVenue): Reading => ({
  reader: socketOf(socket),
  isOwn: false,
  give: (body) => {
    const read: (frame: string) => BookFrame | Frame = 'read' in socket ? socket.read : socket.reader()
    const frames = framesOf(body).map((frame) => read(frame))
    const taken = frames.find(({ kind }) => kind !== 'other')
    if (taken) throw new Error(`not passed over: ${JSON.stringify(taken)}`)
    return `${count(frames.length, 'frame')}, all passed over`
  },
})
