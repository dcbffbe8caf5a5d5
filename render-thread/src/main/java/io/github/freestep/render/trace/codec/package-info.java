/**
 * The content of motion traces, and their format in {@link io.github.freestep.internal.file.BlockFile files of blocks}.
 * Not for users: the module does not export this package.
 *
 * <p>All classes here hold or pass on {@link io.github.freestep.render.trace.codec.TraceEntry entries}: what a sampler
 * acquired and showed, frame by frame, and the pauses of collectors.
 *
 * <table>
 *   <caption>The way of an entry, and the threads</caption>
 *   <tr><th>class</th><th>thread</th><th>guarantee</th></tr>
 *   <tr><td>{@link io.github.freestep.render.trace.codec.TraceRing}</td><td>the sampler's writes, the trace's
 *       reads</td><td>wait-free, no allocation</td></tr>
 *   <tr><td>{@link io.github.freestep.render.trace.codec.GcPauses}</td><td>any</td><td>bounded memory</td></tr>
 *   <tr><td>{@link io.github.freestep.render.trace.codec.TraceEncoder}</td><td>the trace's</td>
 *       <td>no allocation, bounded memory</td></tr>
 *   <tr><td>{@link io.github.freestep.render.trace.codec.TraceReader}</td><td>that of a replay</td><td>returns
 *       only what was written, keeps one block in memory</td></tr>
 * </table>
 *
 * <h2>The format, version 6</h2>
 *
 * <p>The magic of the header is the bytes 89 46 53 4D 0D 0A 1A 0A, and the header has no fields. So two traces of the
 * same times are equal files.
 *
 * <p>The payload of a block is a sequence of entries. An entry is a sequence of {@linkplain
 * io.github.freestep.internal.Varint numbers}, the first of which says what it is. Below, a <i>difference</i> is
 * written zigzag, so that it is short on either side of zero; sums and differences of times wrap around. The
 * predictions are 0 at first.
 *
 * <table>
 *   <caption>Entries</caption>
 *   <tr><th>first</th><th>entry</th><th>further numbers</th></tr>
 *   <tr><td>0</td><td>a frame</td><td>its time, as the host passed it: difference from the last frame plus the time
 *       between the last two</td></tr>
 *   <tr><td>1</td><td>a state, new in the window that the next frame acquired</td><td>tick and predecessor's tick:
 *       differences from the last tick; simulation time: difference from the last one plus the span between the last
 *       two; the anchor's four numbers: differences from the last anchor; both times, as below</td></tr>
 *   <tr><td>8</td><td>a state of which all these differences are as for its predecessor: one tick, the same span of
 *       simulation time, the same anchor</td><td>when it was published: difference from when it was due; how long its
 *       step had taken by then, in microseconds, rounded up: difference from zero</td></tr>
 *   <tr><td>2</td><td>the newest state was published again, as at a pause</td><td>the anchor, as above; when it was
 *       published: difference from the last publication; its step, as above</td></tr>
 *   <tr><td>3</td><td>a pause of the virtual machine</td><td>its beginning: difference from the last frame; its
 *       length</td></tr>
 *   <tr><td>4</td><td>a digest of all frames since the last one</td><td>32 bits</td></tr>
 *   <tr><td>5</td><td>frames are missing before this entry; a snapshot follows</td><td>how many</td></tr>
 *   <tr><td>6</td><td>a snapshot: the options and the inner state of the sampler; sets all predictions back</td><td>how
 *       many; differences from zero. The states of its window follow as entries</td></tr>
 *   <tr><td>7</td><td>the end of the trace</td><td></td></tr>
 *   <tr><td>9</td><td>a tick that kept the physics thread busy or began late, and whose state the sampler did not
 *       acquire; at most one for each frame</td><td>its tick: difference from that of the last state; when it was due:
 *       difference from the last publication; when it began: difference from that; when it ended: difference from when
 *       it began</td></tr>
 *   <tr><td>11, 12</td><td>as 1 and 2, but the service has chosen the scale itself, because steps take too long. A
 *       state with the number 8 is like the last one in this, too</td><td></td></tr>
 *   <tr><td>13</td><td>the host has learned when the display showed a frame</td><td>how many frames before the last
 *       one that was; the time: difference from the last one plus the time between the last two</td></tr>
 *   <tr><td>14</td><td>a frame whose time is not the reading of the sampler's clock</td><td>as 0; then its lead, which
 *       is that time minus the reading: difference from the last lead that was written</td></tr>
 * </table>
 *
 * <p>Traces of older versions are refused: they have other numbers of a sampler.
 *
 * <p>The first entry of a trace is a snapshot. So is the first entry of a block every 15 s, and a trace can be read
 * from there.
 *
 * <p><b>What a frame showed is not in the file</b>: alpha, delay, whether it was bridged. It follows from the times, to
 * the last bit, if the sampler is given the same times again. The digest proves that it was. Rejected: to store these
 * values. They take 20 bytes for each frame, and the file would have more than twice the size.
 *
 * <p>All times are exact, except that of the beginning of a step: nothing depends on it but the words of a report.
 *
 * <p>At 100 states and 144 frames per second, a minute takes 79 to 86 kB. That was measured with steps of 4 ms,
 * log-normal, and frames that are late by 0.05 to 2 ms. On a busy machine it takes at most 95 kB, because a number has
 * at most four bytes if a frame or a state is off its prediction by less than 134 ms. Display times of a fixed rate
 * take 26 kB more, and leads that vary take 3 or 4 bytes for each frame. Rejected: numbers of single bits, in a Rice
 * code with a parameter for each kind. A minute then takes 37 to 43 kB, but the code for it has twice the lines, and
 * the sampler must round times of publication to microseconds. Also rejected: arithmetic coding, which takes only 1 to
 * 3 % less than that, because the last bits of times are noise: 21 of a frame's 22 bits.
 */
package io.github.freestep.render.trace.codec;
