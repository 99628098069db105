/** A small site with documents: a report that alone leads to another page, a lesson in Word, and a file that is damaged. */
import { html, serveSmallWeb, type SmallWeb } from '../crawl/small-web.js'
import { docx } from './made-office.js'
import { column, madePdf, type MadeLine } from './made-pdf.js'

const THAI = '<p>แม่น้ำเจ้าพระยาเป็นแม่น้ำสายหลักของประเทศไทย ไหลผ่านกรุงเทพมหานครและอีกหลายจังหวัดก่อนลงสู่อ่าวไทย</p>'
/** Stands on all pages of the report. */
export const HEAD = 'รายงานประจำปีของห้องสมุดโรงเรียน'

function pageOf(number: number, lines: readonly string[], more: readonly MadeLine[] = []): MadeLine[] {
  return [{ text: HEAD, x: 50, y: 770 }, ...column(lines), ...more, { text: String(number), x: 290, y: 30 }]
}

export const REPORT = madePdf(
  [
    pageOf(1, [
      'ห้องสมุดโรงเรียนเปิดให้บริการแก่นักเรียนทุกวันตลอดทั้งปีการศึกษาโดยมีหนังสือใหม่จำนวนมาก',
      'และมีครูบรรณารักษ์คอยช่วยเหลือนักเรียนในการค้นหาหนังสือที่ต้องการอ่าน',
    ]),
    pageOf(2, [
      'นักเรียนส่วนใหญ่ชอบอ่านหนังสือเกี่ยวกับวิทยาศาสตร์ ประวัติศาสตร์ และเรื่องของจระเข้น้ำจืด',
      'รวมทั้งหนังสือภาพสำหรับเด็กเล็กที่มีเรื่องราวของสัตว์ป่าในประเทศไทย',
    ]),
    pageOf(
      3,
      ['ในปีหน้าห้องสมุดจะเพิ่มจำนวนคอมพิวเตอร์และขยายเวลาเปิดให้บริการในวันหยุด'],
      [{ text: 'อ่านรายละเอียดเพิ่มเติม', x: 50, y: 500, link: '/only-from-the-report.html' }],
    ),
  ],
  { title: 'รายงานห้องสมุด', language: 'th' },
)

export const LESSON_TEXT =
  'บทเรียนเรื่องระบบสุริยะสำหรับนักเรียนชั้นประถมศึกษา ดวงอาทิตย์เป็นศูนย์กลางและมีดาวเคราะห์แปดดวงโคจรอยู่โดยรอบ'

export async function serveDocumentSite(): Promise<SmallWeb> {
  const lesson = await docx(`<w:p><w:r><w:t>${LESSON_TEXT}</w:t></w:r></w:p>`)
  return serveSmallWeb(({ path }, response) => {
    const send = (type: string, body: string | Buffer): void =>
      void response.writeHead(200, { 'content-type': type }).end(body)
    if (path === '/')
      return html(
        response,
        `<title>แม่น้ำ</title>${THAI}<a href="/report.pdf">รายงาน</a><a href="/broken.pdf">เสีย</a><a href="/lesson.docx">บทเรียน</a>`,
      )
    if (path === '/report.pdf') return send('application/octet-stream', REPORT)
    if (path === '/broken.pdf') return send('application/pdf', '%PDF-1.4\nthis is no PDF at all\n')
    if (path === '/lesson.docx') return send('application/msword', lesson)
    if (path === '/only-from-the-report.html') return html(response, `<title>ปลายทาง</title>${THAI}`)
    response.writeHead(404).end()
  })
}

export const documentCampaign = (web: Pick<SmallWeb, 'origin'>): Record<string, unknown> => ({
  name: 'documents',
  contact: 'https://library.example/crawler',
  target: { language: 'tha' },
  seeds: ['http://school.example/'],
  politeness: { delay: '0s', robots: false },
  network: { hosts: { '*': web.origin }, 'allow-private': true },
})
