# Scrapy without delays, logging or stored items: follows all links of the site, takes title and text of every page.
# usage: scrapy runspider scrapy-crawl.py -a start=<URL> -s CLOSESPIDER_PAGECOUNT=<most pages, 0 for all>
import json

import scrapy


class SiteSpider(scrapy.Spider):
    name = "site"
    custom_settings = {
        "CONCURRENT_REQUESTS": 16,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
        "DOWNLOAD_DELAY": 0,
        "LOG_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "ROBOTSTXT_OBEY": False,
        "COOKIES_ENABLED": False,
        "RETRY_ENABLED": False,
        # breadth-first, as the others
        "DEPTH_PRIORITY": 1,
        "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
        "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
    }

    def __init__(self, start=None, **kwargs):
        super().__init__(**kwargs)
        self.start = start
        self.pages = 0
        self.characters = 0

    def start_requests(self):
        # start_urls are exempt from the duplicate filter: the front page would be fetched twice
        yield scrapy.Request(self.start)

    def parse(self, response):
        self.pages += 1
        title = response.css("title::text").get(default="")
        text = " ".join(response.xpath("//body//text()[not(parent::script or parent::style)]").getall())
        self.characters += len(title) + len(text)
        for href in response.css("a::attr(href)").getall():
            yield response.follow(href, callback=self.parse)

    def closed(self, reason):
        print(json.dumps({"pages": self.pages, "characters": self.characters}))
