import { csvRecords, csvRows } from '../csv.ts'
import { ecbSource } from '../central-banks/ecb.ts'
import type { DecimalText } from '../market.ts'
import { type Query, UnreadableReply } from '../query.ts'
import { piece, positive } from '../shape.ts'
import { isMissing } from './observation.ts'
import { checkedPeriod } from './period.ts'

const CURRENCIES = ['USD', 'JPY', 'GBP', 'CAD', 'SEK', 'CHF'] as const

/** The euro reference rates of one day, units of a currency per euro. */
export interface FixedDay {
  readonly date: string
  readonly rates: Readonly<Record<(typeof CURRENCIES)[number], DecimalText>>
}

const DAYS_ASKED = 40

/** The last days that have a rate of all six currencies, oldest first. */
export const ecbFixingDays: Query<readonly FixedDay[]> = {
  provider: ecbSource,
  path: `/service/data/EXR/D.${CURRENCIES.join('+')}.EUR.SP00.A?format=csvdata&lastNObservations=${DAYS_ASKED}`,
  read: (body) => {
    const records = csvRecords(csvRows(body), ['CURRENCY', 'TIME_PERIOD', 'OBS_VALUE'])
    const days = new Map<string, Map<string, DecimalText>>()
    for (const { CURRENCY = '', CURRENCY_DENOM = 'EUR', TIME_PERIOD = '', OBS_VALUE = '' } of records) {
      if (CURRENCY_DENOM !== 'EUR')
        throw new UnreadableReply(`${CURRENCY} is counted per ${CURRENCY_DENOM}, not per EUR`)
      if (isMissing(OBS_VALUE)) continue
      const day = days.get(checkedPeriod(TIME_PERIOD, 'day')) ?? new Map<string, DecimalText>()
      if (day.has(CURRENCY)) throw new UnreadableReply(`${CURRENCY} has two rates on ${TIME_PERIOD}`)
      days.set(TIME_PERIOD, day.set(CURRENCY, positive(piece(OBS_VALUE, `${CURRENCY} on ${TIME_PERIOD}`))))
    }
    const whole = [...days].flatMap(([date, rates]): FixedDay[] => {
      const [USD, JPY, GBP, CAD, SEK, CHF] = CURRENCIES.map((currency) => rates.get(currency))
      return USD && JPY && GBP && CAD && SEK && CHF ? [{ date, rates: { USD, JPY, GBP, CAD, SEK, CHF } }] : []
    })
    if (whole.length === 0) throw new UnreadableReply('no day has a rate of all six currencies')
    return whole.toSorted((a, b) => (a.date < b.date ? -1 : 1))
  },
}
