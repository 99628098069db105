import { COMPARED_FIRST, compareStoppedCrawls } from './stopped-crawls.js'

compareStoppedCrawls(COMPARED_FIRST)
