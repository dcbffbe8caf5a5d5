/**
 * A recording: everything that enters a simulation, at its tick, in a file.
 *
 * <h2>What holds</h2>
 *
 * <ol>
 *   <li><b>To the last bit.</b> What was written is what is read. Numbers that no live run can have are neither written nor read.
 *   <li><b>All or nothing.</b> What belongs to a tick is read as a whole or not at all.
 *   <li><b>Never something else.</b> A file that is damaged or cut off, at any byte, is refused, or read up to some tick and then
 *       said to be damaged, and where.
 *   <li><b>Bounded.</b> A reader keeps one block and what belongs to one tick, and allocates no more than
 *       there is in the file, whatever a length in it says. A replay makes room for no more inputs than fit into
 *       the file. Bodies can't be bounded by the file: a recording of sixteen million bodies may have a hundred
 *       bytes. Their states are compared with the heap before a simulation is asked for, and a heap that is too
 *       small is a {@link RecordingException}.
 *   <li><b>The file is a file.</b> Pipes, sockets, devices and directories are refused before they are opened,
 *       since opening a pipe waits for its writer.
 *   <li><b>A loss is reported while the run goes on</b>, with the last tick that is in the file, and at the latest
 *       when the recorder is closed: see the table of faults.
 *   <li><b>One spelling.</b> The same values in the same blocks are the same bytes: there is no clock reading and no random
 *       number in it that was not recorded.
 * </ol>
 *
 * <h2>The format, version 1</h2>
 *
 * <p>A recording is a header and then blocks, without a gap, up to the end of the file:
 *
 * <pre>
 *   header   u64 magic | u32 version | u32 length | fields, of that length | u32 sum
 *   block    u32 number | u32 length | payload, of that length, 1 to 65,536 bytes | u32 sum
 *   block    ...
 * </pre>
 *
 * <h3>Numbers</h3>
 *
 * <p>All that have a fixed width are little-endian: {@code u32} and {@code u64} are unsigned, {@code i64} is in two's
 * complement, {@code f32} and {@code f64} are IEEE 754. Of variable width are
 *
 * <ul>
 *   <li>{@code varint}, an unsigned number of at most 64 bits: seven bits in each byte, the lowest first, and the top bit set in
 *       all but the last. The last is not zero, unless it is the only one.
 *   <li>{@code signed}, of 32 bits: 0, -1, 1, -2 ... as the {@code varint} 0, 1, 2, 3 ...
 *   <li>{@code text}: a {@code varint}, and so many bytes of UTF-8.
 *   <li>{@code ratio}: two {@code varint}, numerator and denominator, from 1 to 1,000,000,000, in lowest terms.
 * </ul>
 *
 * <h3>Header</h3>
 *
 * <p>The magic is the bytes 89 46 53 52 0D 0A 1A 0A. The length is at most 262,144. The sum is the CRC32C (Castagnoli, as in
 * iSCSI) of everything before it, from the magic on. The fields are, with nothing behind them:
 *
 * <table>
 *   <caption>The fields of the header</caption>
 *   <tr><th>field</th><th>type</th><th>limits</th></tr>
 *   <tr><td>rate, ticks per second</td><td>ratio</td><td></td></tr>
 *   <tr><td>capacity of a state, in bodies</td><td>varint</td><td>1 to 16,777,216</td></tr>
 *   <tr><td>number of linear channels, then their names</td><td>varint, texts</td>
 *       <td>1,000 channels of both kinds, all different; 200 bytes</td></tr>
 *   <tr><td>number of stepped channels, then their names</td><td>varint, texts</td><td>the same</td></tr>
 *   <tr><td>number of axes</td><td>varint</td><td>0 to 65,536</td></tr>
 *   <tr><td>room for inputs in a tick</td><td>varint</td><td>1 to 1,048,576</td></tr>
 *   <tr><td>which simulation it is</td><td>text</td><td>1 to 200 bytes</td></tr>
 *   <tr><td>the simulation's settings</td><td>text</td><td>16,384 bytes</td></tr>
 *   <tr><td>seed</td><td>i64</td><td></td></tr>
 *   <tr><td>ticks from hash to hash</td><td>varint</td><td>1 to 2,147,483,647</td></tr>
 *   <tr><td>most ticks of a step</td><td>varint</td><td>1 to 2,147,483,647</td></tr>
 *   <tr><td>flags</td><td>one byte</td><td>1 if a step that fails is skipped; all others are 0</td></tr>
 * </table>
 *
 * <h3>Blocks</h3>
 *
 * <p>Numbers begin at 1, and rise by 1. The sum is the CRC32C of, in this order, the four bytes of the sum before (of the
 * block before, or of the header), the number, the length, and the payload.
 *
 * <p>So it covers every byte of the block, its length and number too: a length that is wrong makes another sum. A block that
 * was doubled, left out or exchanged with another is found by its number. One of another recording may have the right
 * number, and is found by the sum before: CRC maps what it begins with one to one to its result, so that the same bytes have another
 * sum behind another predecessor, always. What a chain costs is that no block can be trusted behind one that is damaged. None is wanted
 * there: the ticks that are lost would leave a replay without what came in them.
 *
 * <p>A block ends when the next entry might not fit, and whenever its writer wants to be sure of it, about once a second.
 *
 * <h3>Entries</h3>
 *
 * <p>A payload is one entry after the other; none goes on in the next block. The first byte has the kind in its upper half, and
 * flags in its lower half, which are 0 where nothing else is said.
 *
 * <table>
 *   <caption>Entries</caption>
 *   <tr><th>kind</th><th>flags</th><th>what follows</th></tr>
 *   <tr><td>1, a command</td><td></td><td>signed type; varint length, at most 32,768; so many bytes, which are the command's
 *       own</td></tr>
 *   <tr><td>2, a command without a written form, which no replay can pass</td><td></td><td>text, its class, and why if
 *       there is more to say, at most 1,024 bytes</td></tr>
 *   <tr><td>3, a polled axis stands elsewhere from the beginning of this tick</td><td></td>
 *       <td>varint axis, below the number of axes; f32 value, finite</td></tr>
 *   <tr><td>4, an input: an edge, or an axis that was pushed</td><td>1: an edge; 2: there is a fraction</td>
 *       <td>signed code of the edge, or number of the axis; f32 value, finite; if the flag says so, f64 fraction of the tick, from 0 to 1;
 *       without the flag it is 0 (all its bits: minus zero is written)</td></tr>
 *   <tr><td>5, a new anchor of time</td><td>1: in a pause</td>
 *       <td>ratio, the scale, in a pause that of the time before; i64 simulation time, not negative; i64 wall time; both in
 *       nanoseconds</td></tr>
 *   <tr><td>6, a failure</td><td></td><td>text, at most 1,024 bytes</td></tr>
 *   <tr><td>7, a tick</td><td>1: there is a hash; 2: ticks are skipped</td>
 *       <td>if skipped, varint, 2 or more: the number of the tick minus that of the tick before, which otherwise is 1;
 *       if there is one, u64 hash of the state that the tick ends in</td></tr>
 *   <tr><td>8, the end</td><td>1: everything is there</td><td>text, why, at most 1,024 bytes</td></tr>
 * </table>
 *
 * <p>A tick ends what belongs to it, which is all since the tick before (the first is counted from 0), in the order in which it
 * took effect. With the tick's own entry that is at most 16,777,216 bytes, and may go through several blocks. The end is the last
 * entry of the last block, and nothing is behind that. Entries between the last tick and the end had no effect on any state,
 * and are not read. A file without an end is that of a writer that was cut off.
 *
 * <p>Ticks and numbers of inputs are what there is most of, and so what is short: a tick with a hash is 9 bytes, an input
 * mostly 14. Anchors are rare and have their full width; deltas from one to the next would have made each entry depend on others.
 *
 * <h3>Versions</h3>
 *
 * <p>Whatever changes the bytes or what they mean is a new version: a field, a kind, a flag, a limit that is raised. A reader
 * refuses what is newer than itself, and reads what is older. Kinds that are unknown can't be skipped, and so have no length for
 * that: a replay without them would go another way, and not say so. What never changes is the header's magic, version, length
 * and sum, so that every reader can tell a newer recording from a damaged one.
 *
 * <h2>Faults while recording</h2>
 *
 * <p>None of them stops the simulation. {@link Recorder#failure} reports each.
 *
 * <table>
 *   <caption>Faults while recording</caption>
 *   <tr><th>what happens</th><th>what is in the file</th><th>when it is reported</th></tr>
 *   <tr><td>the disk is full when the file is created</td><td>no file is left</td><td>{@link Recorder#open} throws, and
 *       names the file</td></tr>
 *   <tr><td>the disk is full, or fails, later</td><td>all whole blocks. What was written of the block that failed is
 *       truncated away, and its ticks that fit are written once more, with an end; if not even that fits, there is no
 *       end</td><td>with the block: after 64 KB or a second</td></tr>
 *   <tr><td>the disk falls behind by a whole ring of events</td><td>all ticks before that, and an end</td><td>when the
 *       disk answers</td></tr>
 *   <tr><td>the file is deleted, replaced, truncated or written by another program</td><td>nothing is written any
 *       more</td><td> within a second, and when the recorder is closed. The file is opened for appending, so that no
 *       write fills, unseen, the gap of a truncation</td></tr>
 *   <tr><td>a command has no written form, or its {@code write} fails</td><td>everything, of which a replay can run
 *       what comes before it</td><td>at once, for the first of them</td></tr>
 *   <tr><td>this process is killed</td><td>all but the last second</td><td></td></tr>
 * </table>
 *
 * <h2>What lost</h2>
 *
 * <ul>
 *   <li>A line of text for each entry: readable without a tool, five times the size, and every number a parser's risk.
 *   <li>An index at the end: it is not there when it is needed, after a crash. A replay marks places as it goes.
 *   <li>Compression: an hour is 3 MB without input, and 50 MB with a thousand inputs a second; whoever sends it compresses it whole.
 *   <li>Space for the next block that is set aside before it is needed: a recording would need twice the disk
 *       calls, and the same care where even that does not fit.
 *   <li>An end that is always in place, written over by the next block: a crash between the two would look like an end.
 *   <li>A recording that stops at a command without a written form: the input up to there is worth having, and what
 *       comes behind can still be looked at.
 *   <li>A random id in every block, against blocks of other recordings: it would make each file another one.
 * </ul>
 */
package io.github.freestep.physics.recording;
