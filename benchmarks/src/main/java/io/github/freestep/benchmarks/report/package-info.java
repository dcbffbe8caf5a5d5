/**
 * What commands leave behind: a page for people, JSON for programs, and what machine the figures are of.
 *
 * <p>How a page is made:
 *
 * <ol>
 *   <li><b>One file</b>, that asks for nothing else and runs nothing, and says so to the browser. It can be mailed, archived and printed, and
 *       it looks the same in ten years. So charts are SVG, drawn here, and not by a library in the browser.
 *   <li><b>The same values give the same text</b>, on every machine and in every language.
 *   <li><b>Each chart is drawn twice</b>, 900 and 400 units wide, and the style shows one of them. If one drawing is shrunk to a
 *       telephone's width its text can't be read; one whose text stays large needs scripts. Print has the wide one.
 *   <li><b>Colours</b> are names in the drawings, and the style gives them values: for light screens and for print, and for dark screens.
 *       What matters is told by more than colour: names, signs, positions.
 *   <li><b>Size follows the picture</b>, not the values. A line keeps the extremes of each column of pixels ({@code ColumnTrace}),
 *       stretches that touch are one ({@code Bars}), and where there are more of them than columns, a column says how much
 *       ({@code Strip}).
 *   <li><b>What can't be drawn is told</b> in the caption: values that are not finite, and zeros on a logarithmic axis. Names
 *       that find no room are counted ({@code Labels}).
 *   <li>A page is well-formed XML as well, which is what the tests read it with.
 * </ol>
 */
package io.github.freestep.benchmarks.report;
