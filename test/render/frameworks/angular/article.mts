import { Component, Input } from '@angular/core'
import { RouterLink } from '@angular/router'

export interface PageData {
  readonly title: string
  readonly text: string
  readonly links: readonly (readonly [path: string, words: string])[]
}

@Component({
  selector: 'app-article',
  imports: [RouterLink],
  template: `<main>
    <h1>{{ page.title }}</h1>
    <p>{{ page.text }}</p>
    <ul>
      @for (link of page.links; track link[0]) {
        <li>
          @if (isRouted) {
            <a [routerLink]="link[0]">{{ link[1] }}</a>
          } @else {
            <a [href]="link[0]">{{ link[1] }}</a>
          }
        </li>
      }
    </ul>
  </main>`,
})
export class Article {
  @Input({ required: true }) page!: PageData
  @Input() isRouted = false
}
