import type { CalendarSource } from './announced.ts'
import { bea } from './bea.ts'
import { bls } from './bls.ts'
import { ecb } from './ecb.ts'
import { eurostat } from './eurostat.ts'
import { fed } from './fed.ts'
import { fred } from './fred.ts'
import { japan } from './japan.ts'
import { ons } from './ons.ts'

/** All authorities whose calendars are read. Of two that announce the same event the first is believed. */
export const CALENDAR_SOURCES: readonly CalendarSource[] = [fed, bea, bls, fred, eurostat, ecb, ons, japan]
