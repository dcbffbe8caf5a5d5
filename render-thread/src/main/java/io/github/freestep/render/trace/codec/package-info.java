/**
 * The file format of motion traces, which {@link io.github.freestep.internal.file.BlockFile files of blocks} hold.
 * Not for users.
 *
 * <h2>The format, version 2</h2>
 *
 * <p>The magic of the header is the bytes 89 46 53 4D 0D 0A 1A 0A, and the header has no fields. So two traces of the
 * same times are equal files.
 *
 * <p>The payload of a block is a byte and a sequence of entries, bit by bit, the highest bit of a byte first. The byte
 * is 1 if the block begins with a <i>snapshot</i>, and 0 otherwise. The first block has a snapshot. The bits after the
 * last entry are 0, up to the end of the byte.
 *
 * <table>
 *   <caption>Entries</caption>
 *   <tr><th>bits</th><th>entry</th><th>content</th></tr>
 *   <tr><td>0</td><td>a frame</td><td>its time, as the host passed it</td></tr>
 *   <tr><td>10 0</td><td>a state, new in the window that the next frame acquired; its tick follows the last one, after
 *       the same span of simulation time and with the same anchor</td><td>when it was published, to a microsecond; when
 *       its work began, to 16 microseconds</td></tr>
 *   <tr><td>10 1</td><td>another state</td><td>tick; the tick before it; the simulation time; the anchor, if it is
 *       another one; both times, as above</td></tr>
 *   <tr><td>11 000</td><td>the end of the block</td><td></td></tr>
 *   <tr><td>11 001</td><td>the newest state was published again, as at a pause</td><td>as for a state</td></tr>
 *   <tr><td>11 010</td><td>a pause of the virtual machine</td><td>its beginning and its length</td></tr>
 *   <tr><td>11 011</td><td>a digest of all frames since the last one</td><td>32 bits</td></tr>
 *   <tr><td>11 100</td><td>frames are missing before this entry; a snapshot follows</td><td>how many</td></tr>
 *   <tr><td>11 101</td><td>the end of the trace</td><td></td></tr>
 *   <tr><td>11 110</td><td>a snapshot: the options and the inner state of the sampler</td><td>its numbers; the states
 *       of its window follow as entries</td></tr>
 * </table>
 *
 * <p><b>What a frame showed is not in the file</b>: alpha, delay, whether it was bridged. It follows from the times, to
 * the last bit, if the sampler is given the same times again. The digest proves that it was. Rejected: to store these
 * values. They take 20 bytes for each frame, and the file would have four times the size.
 *
 * <p><b>Numbers</b> are differences from a prediction: a frame from an even rate, a state from its predecessor, a time
 * of publication from the usual lateness. A difference is folded to be positive (0, -1, 1, -2 ... become 0, 1, 2, 3
 * ...) and written in a Rice code, whose parameter follows the mean of the last 16 numbers of the same kind. In that
 * mean, a number counts as at most 16 times the mean plus 16,384: otherwise a single large one, such as the first or
 * that of a stall, makes the next hundred longer, which costs 5 % of a file. A snapshot sets all predictions and
 * parameters back, so a trace can be read from any block that begins with one. There is one every 15 s.
 *
 * <p>Times are as coarse as they may be. Nothing depends on when work began, except the words of a report. Of a time of
 * publication, samplers use only the microseconds, rounded up, so that no state is later than they assume. A frame's
 * time must be exact, because the host chose it.
 *
 * <p>At 100 states and 144 frames per second, a minute takes 37 to 43 kB. That was measured with steps of 4 ms,
 * log-normal, and frames that are late by 0.05 to 2 ms. With twenty busy threads on two processors, it takes 45 to 50
 * kB. Rejected: whole bytes for each number, which takes half as much again; and arithmetic coding, which takes only 1
 * to 3 % less, because the last bits of times are noise: 21 of a frame's 22 bits.
 */
package io.github.freestep.render.trace.codec;
