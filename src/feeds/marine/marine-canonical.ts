import { boundToBody } from '../../canonical/body-check.ts'
import { MARINE_LAYOUT, type SeaStateAnswer, seaStateTokens } from './sea-state-answer.ts'
import { type VesselAnswer, vesselTokens } from './vessel-answer.ts'

/**
 * The string of every answer about one place at sea. Sea states and ships share it, and a string does not tell which of
 * them it was signed for; so the body does: only that of a ship has an MMSI.
 */
export const MARINE_CANONICAL = boundToBody(MARINE_LAYOUT, (body) =>
  'mmsi' in body ? vesselTokens(body as VesselAnswer) : seaStateTokens(body as SeaStateAnswer),
)
