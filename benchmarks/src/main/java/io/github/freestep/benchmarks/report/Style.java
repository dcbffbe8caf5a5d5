package io.github.freestep.benchmarks.report;

/** The style sheet of a page. */
final class Style {
    /** The number of colours for lines and shaded stretches. */
    static final int COLOURS = 6;

    /**
     * The light colours are the default. The dark ones apply to screens only, so that a printed page is light. The text
     * has no character that XML requires to be escaped, nor has the rest of the style sheet.
     */
    private static final String COLOURS_OF_THEMES = """
            :root {
              color-scheme: light;
              --page: #fff; --text: #1b1f24; --soft: #57606a; --line: #d8dee4; --shade: .22;
              --good: #116329; --good-page: #dafbe1; --bad: #a40e26; --bad-page: #ffebe9;
              --s1: #0969da; --s2: #bc4c00; --s3: #1a7f37; --s4: #8250df; --s5: #bf3989; --s6: #0c7480;
            }
            @media screen and (prefers-color-scheme: dark) {
              :root {
                color-scheme: dark;
                --page: #0f1419; --text: #e6edf3; --soft: #9da7b3; --line: #30363d; --shade: .35;
                --good: #56d364; --good-page: #12261e; --bad: #ff938a; --bad-page: #2d1517;
                --s1: #58a6ff; --s2: #f0883e; --s3: #3fb950; --s4: #bc8cff; --s5: #f778ba; --s6: #39c5cf;
              }
            }
            """;

    private static final String PAGE = """
            * { box-sizing: border-box; }
            body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
            main { max-width: 60rem; margin: 0 auto; padding: 1rem 1.5rem 3rem; overflow-wrap: break-word; }
            h1 { font-size: 1.75rem; line-height: 1.25; }
            h2 { font-size: 1.3rem; margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
            h1, h2, h2 + p { break-after: avoid; }
            .verdict { border-left: 6px solid; border-radius: 4px; padding: .75rem 1rem; break-inside: avoid; }
            .verdict p { margin: 0; font-size: 1.2rem; font-weight: 600; }
            .verdict ul { margin: .5rem 0 0; padding-left: 1.25rem; color: var(--text); }
            .good { color: var(--good); background: var(--good-page); }
            .bad { color: var(--bad); background: var(--bad-page); }
            .scroll { overflow-x: auto; margin: 1rem 0; }
            table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
            th, td { padding: .3rem .75rem; border-bottom: 1px solid var(--line); }
            th, td { text-align: left; vertical-align: top; }
            thead th { color: var(--soft); vertical-align: bottom; }
            tbody th { font-weight: 500; }
            tr { break-inside: avoid; }
            .number { text-align: right; }
            td.number { white-space: nowrap; }
            figure { margin: 1.5rem 0; break-inside: avoid; }
            figcaption { color: var(--soft); font-size: .9rem; margin-top: .25rem; }
            .plot { position: relative; height: 19rem; touch-action: pan-y; }
            .zoom { float: right; margin-left: 1rem; }
            .zoom button { font: inherit; font-size: .8rem; min-width: 1.8rem; padding: 0 .4rem; margin-left: .2rem; }
            .zoom button { color: var(--soft); background: none; border: 1px solid var(--line); border-radius: 4px; }
            @media screen and (max-width: 720px) {
              main { padding: .5rem 1rem 2rem; }
              .plot { height: 16rem; }
            }
            """;

    private static final String OTHER_MEDIA = """
            @media print {
              main { max-width: none; padding: 0; }
              body { font-size: 11pt; }
              .scroll { overflow: visible; }
              table { font-size: 8.5pt; }
              th, td { padding: .15rem .4rem; }
              .zoom { display: none; }
              .verdict, svg, canvas { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
            }
            @media (forced-colors: active) {
              svg { forced-color-adjust: none; background: var(--page); }
            }
            """;

    /** The style sheet of a page. */
    static final String CSS = COLOURS_OF_THEMES + PAGE + OTHER_MEDIA;

    private Style() {}
}
