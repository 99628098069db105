export { CampaignSchema, type Campaign } from './schema.js'
export { listSeeds, loadCampaign, parseCampaign, readSeedFile, type LoadedCampaign } from './load.js'
export { CAMPAIGN_TEMPLATE } from './template.js'
export { formatBytes, formatDuration, parseBytes, parseDurationMs } from './units.js'
