import type { Random } from '../../../ports.ts'
import { cln } from './cln.ts'
import { lnbits } from './lnbits.ts'
import { lnd } from './lnd.ts'
import type { Lightning, NodeAccess } from './node.ts'
import { phoenixd } from './phoenixd.ts'

/** The kinds of node that can be configured, by the names operators write. */
export const LIGHTNING_KINDS = ['lnd', 'cln', 'phoenixd', 'lnbits'] as const

export type LightningKind = (typeof LIGHTNING_KINDS)[number]

/** A node as it is configured. */
export interface LightningOptions extends NodeAccess {
  readonly kind: LightningKind
  readonly random: Random
}

/** The node that the settings name. */
export const lightningBackend = ({ kind, random, ...settings }: LightningOptions): Lightning => {
  // Files of secrets end in a line break, and copied addresses in a slash. Both are removed, so that the rail works.
  const access = { ...settings, url: settings.url.trim().replace(/\/+$/, ''), secret: settings.secret.trim() }
  switch (kind) {
    case 'lnd':
      return lnd(access)
    case 'cln':
      return cln(access, random)
    case 'phoenixd':
      return phoenixd(access)
    case 'lnbits':
      return lnbits(access)
  }
}
