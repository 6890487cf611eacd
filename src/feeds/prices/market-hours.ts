/** When foreign exchange and bullion trade: Sunday 17:00 to Friday 17:00, New York wall clock. */

/** Whether the market trades, and since when (Unix milliseconds). */
export interface MarketHours {
  readonly status: 'open' | 'closed'
  readonly since: number
}

const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'short',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
})

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const HOUR = 3_600
const DAY = 24 * HOUR
/** Seconds of the New York week, which starts on Sunday at midnight. */
const OPENS = 17 * HOUR
const CLOSES = 5 * DAY + 17 * HOUR

const secondOfWeek = (at: number): number => {
  const parts = Object.fromEntries(NEW_YORK.formatToParts(at).map(({ type, value }) => [type, value]))
  return (
    DAYS.indexOf(parts.weekday!) * DAY + Number(parts.hour) * HOUR + Number(parts.minute) * 60 + Number(parts.second)
  )
}

/** @param now Unix milliseconds */
export const marketHours = (now: number): MarketHours => {
  const second = secondOfWeek(now)
  const open = second >= OPENS && second < CLOSES
  const boundary = open ? OPENS : CLOSES
  const whole = Math.floor(now / 1000) * 1000
  const guess = whole - ((second - boundary + 7 * DAY) % (7 * DAY)) * 1000
  // Clocks may have changed in between: the wall clock at the guess then shows an hour more or less.
  const drift = secondOfWeek(guess) - boundary
  return { status: open ? 'open' : 'closed', since: guess - drift * 1000 }
}
