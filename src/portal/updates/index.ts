/** Updates of a portal that travel as files: packed by the sender, applied by the receiver; and the wish list, which travels back. */
export { applyUpdate, type ApplyOptions, type ApplySummary } from './apply.js'
export { defaultKeyPath, signingKey, type SigningKey } from './keys.js'
export { packPortal, type PackOptions, type PackSummary } from './pack.js'
export { portalStates, type PortalStates } from './portal-states.js'
export { trustedKeys, trustKey } from './trusted-keys.js'
export { packWishes, readWishes, type WishesSummary, type WishList } from './wish-list.js'
