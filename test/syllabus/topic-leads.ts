/** How pages of three topics may begin, for a topic web that people look at: a title and a sentence that can be read, and a picture. */
import type { TopicName } from './topic-web.js'

type Lead = readonly [title: string, sentence: string]

const LEADS: Partial<Record<TopicName, readonly Lead[]>> = {
  volcanoes: [
    [
      'How a volcano is born',
      'A volcano is an opening in the ground through which molten rock, ash and gas escape from below.',
    ],
    [
      'Inside a volcano',
      'Magma gathers in a chamber a few kilometres below a volcano and rises when the pressure grows.',
    ],
    [
      'Lava, the river of a volcano',
      'Lava leaves a volcano at about one thousand degrees and cools to dark, heavy basalt.',
    ],
    ['Living near a volcano', 'Soil around a volcano is rich, so people have farmed there for thousands of years.'],
    ['Volcano islands', 'Many islands of the Pacific are the tops of volcanoes that grew from the floor of the sea.'],
    [
      'When a volcano sleeps',
      'A volcano that has been quiet for centuries can still wake up, so geologists keep watching it.',
    ],
    ['Measuring a volcano', 'Small earthquakes below a volcano often tell that an eruption is near.'],
    ['Volcano shapes', 'A shield volcano is flat and wide, while a stratovolcano is steep and built of many layers.'],
    ['Ash from a volcano', 'Fine ash of a volcano can travel around the Earth and cool its climate for a year or two.'],
  ],
  photosynthesis: [
    ['What is photosynthesis?', 'Photosynthesis is how green plants make sugar from sunlight, water and air.'],
    [
      'The leaf, a kitchen for photosynthesis',
      'Leaves are flat and thin, so that light reaches every cell in which photosynthesis happens.',
    ],
    [
      'Photosynthesis and the air we breathe',
      'Plants give off oxygen during photosynthesis, and animals could not live without it.',
    ],
    ['Chlorophyll and photosynthesis', 'Chlorophyll is the green pigment that catches light for photosynthesis.'],
    ['Photosynthesis in the sea', 'Tiny algae in the ocean do about half of the photosynthesis on Earth.'],
    [
      'An experiment about photosynthesis',
      'Put a water plant under a lamp and count the bubbles: photosynthesis makes them.',
    ],
    ['Photosynthesis at night', 'Without light photosynthesis stops, but plants go on breathing as we do.'],
    [
      'From photosynthesis to bread',
      'The energy in our food was caught by photosynthesis in a field, weeks or months before.',
    ],
  ],
  democracy: [
    [
      'What does democracy mean?',
      'Democracy means that the people decide who governs them, in free and fair elections.',
    ],
    [
      'Democracy in a classroom',
      'A class that elects its speaker learns how democracy works, from the ballot to the count.',
    ],
    [
      'How a parliament serves democracy',
      'In a parliament the representatives of a democracy debate laws and vote on them.',
    ],
    ['Democracy and the press', 'Newspapers that may write freely help citizens of a democracy to choose well.'],
    [
      'A short history of democracy',
      'Citizens of Athens met on a hill to vote, and we still use their word democracy.',
    ],
    ['The right to vote in a democracy', 'In most democracies every citizen of eighteen years or more has one vote.'],
    [
      'Democracy in the village',
      'Village assemblies are among the oldest forms of democracy and still decide about wells and roads.',
    ],
    ['Opposition in a democracy', 'A democracy needs an opposition that may ask hard questions without fear.'],
  ],
}

/** Said by many pages of a topic, each in its own way: what the portal offers as phrases. */
const SAYINGS: Partial<Record<TopicName, readonly string[]>> = {
  volcanoes: [
    'Most of them stand around the Ring of Fire.',
    'A lava flow can cover the fields of a village in one day.',
    'Tectonic plates move a few centimetres each year.',
    'Volcanic ash is good for the soil of a farm.',
  ],
  photosynthesis: [
    'Plants take carbon dioxide out of the air around them.',
    'The light reaction comes first, in the morning as at noon.',
    'Green leaves keep solar energy as sugar for the night.',
    'Plant cells hold some fifty chloroplasts each.',
  ],
  democracy: [
    'Free elections are held every four or five years.',
    'Human rights protect those who lost the vote.',
    'A secret ballot lets people choose without fear.',
    'The rule of law binds those who govern, too.',
  ],
}

/** Two for each page, other ones for the next; '' for topics without any. */
export function sayingsOf(about: string, number: number): string {
  const sayings = Object.entries(SAYINGS).find(([topic]) => topic === about)?.[1] ?? []
  return sayings.filter((_, i) => (i + number) % 2 === 0).join(' ')
}

/** Null for topics without such beginnings. */
export function leadOf(about: string, number: number): Lead | null {
  const leads = Object.entries(LEADS).find(([topic]) => topic === about)?.[1]
  return leads === undefined ? null : leads[number % leads.length]
}
