import '@angular/compiler'
import { HttpClient, provideHttpClient } from '@angular/common/http'
import { Component, inject, provideZonelessChangeDetection, signal } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { Article, type PageData } from './article.mts'

@Component({
  selector: 'app-root',
  imports: [Article],
  template: `@if (page(); as shown) {
      <app-article [page]="shown" />
    } @else {
      <p>Loading…</p>
    }`,
})
class Root {
  readonly page = signal<PageData | null>(null)

  constructor() {
    inject(HttpClient)
      .get<PageData>('/api/pages/0')
      .subscribe(page => this.page.set(page))
  }
}

void bootstrapApplication(Root, { providers: [provideHttpClient(), provideZonelessChangeDetection()] })
