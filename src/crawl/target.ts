/** What a campaign wants, as judges are told. */
import type { Campaign } from '../campaign/index.js'
import type { PageSign } from '../contracts.js'
import { LongtailError } from '../errors.js'
import type { JudgeSpec, WrittenLanguage } from '../judge/index.js'

/** Whoever names a topic wants pages to read: those that nobody can read offline are weighed down unless told otherwise. */
const UNREADABLE: readonly PageSign['kind'][] = ['needs-script', 'paywall', 'shop']

/** The languages that a target names, for those who look at languages. */
export function languagesOf({ language, nation }: Campaign['target']): readonly WrittenLanguage[] {
  return [...(language ?? []), ...(nation?.in ?? [])]
}

/** Paths in the target are absolute (campaign/paths.ts). */
export function judgeSpecOf(target: Campaign['target']): JudgeSpec {
  const { policy, topic, nation, keywords, combine, discount } = target
  const spoken = languagesOf(target)
  const languages: JudgeSpec[] =
    spoken.length === 0 ? [] : [{ kind: 'language', languages: spoken, policy, minShare: target['min-share'] }]
  const subjects: JudgeSpec[] = []
  if (topic !== undefined) subjects.push({ kind: 'topic', model: topic.model, minScore: topic['min-score'] })
  if (nation !== undefined) {
    const { country, dictionary, matching } = nation
    subjects.push({ kind: 'nation', country, dictionary, matching, minScore: nation['min-score'] })
  }
  const words: JudgeSpec[] = keywords === undefined ? [] : [{ kind: 'keywords', words: keywords }]
  const subject: JudgeSpec[] = subjects.length < 2 ? subjects : [{ kind: combine, of: subjects }]
  const parts = [...languages, ...subject, ...words]
  if (parts.length === 0) {
    throw new LongtailError(
      'E_CAMPAIGN',
      'target: a syllabus works only with "longtail crawl"; this command needs one topic (target.topic)',
    )
  }
  const spec: JudgeSpec = parts.length === 1 ? parts[0] : { kind: 'all', of: parts }
  const signs = discount ?? (topic === undefined ? [] : UNREADABLE)
  return signs.length === 0 ? spec : { kind: 'discount', signs, of: spec }
}
