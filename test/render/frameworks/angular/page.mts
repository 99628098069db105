import { HttpClient } from '@angular/common/http'
import { Component, inject, signal } from '@angular/core'
import { ActivatedRoute } from '@angular/router'
import { map, switchMap } from 'rxjs'
import { Article, type PageData } from './article.mts'

@Component({
  selector: 'app-page',
  imports: [Article],
  template: `@if (page(); as shown) {
    <app-article [page]="shown" [isRouted]="true" />
  }`,
})
export class Page {
  readonly page = signal<PageData | null>(null)

  constructor() {
    const http = inject(HttpClient)
    inject(ActivatedRoute)
      .paramMap.pipe(
        map(params => (params.get('page') ?? 'p0').slice(1)),
        switchMap(number => http.get<PageData>(`/api/pages/${number}`)),
      )
      .subscribe(page => this.page.set(page))
  }
}
