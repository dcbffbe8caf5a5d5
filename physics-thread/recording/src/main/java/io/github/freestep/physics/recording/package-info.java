/**
 * Records in a file everything that enters a simulation, each entry with its tick, and replays such files.
 *
 * <h2>What you can rely on</h2>
 *
 * <ol>
 *   <li><b>Exact to the last bit.</b> A reader returns exactly what the writer wrote. Values that no live run can have,
 *       such as NaN, are neither written nor read.
 *   <li><b>All or nothing.</b> A reader returns everything that belongs to a tick, or nothing of it.
 *   <li><b>Never wrong data.</b> If a file is damaged or cut off, at any byte, the reader refuses it, or reads it up to
 *       some tick and then reports the damage and its position. Damage in a keyframe costs only the keyframe.
 *   <li><b>Bounded memory.</b> The code that reads a file keeps one block, the entries of one tick, and, during a seek,
 *       one keyframe and the positions of at most 65,536 keyframes. Whatever a length in the file says, it never
 *       allocates more than the file's size. A recorder keeps one keyframe: while it is being written, no other is
 *       saved. A replay allocates room for at most as many inputs as fit into the file. The size of the file says
 *       nothing about the number of bodies: a recording of 16 million bodies may have 100 bytes. Therefore a replay
 *       compares the size of its states with the heap before it makes a simulation. If the heap is too small, it throws
 *       a {@link RecordingException}.
 *   <li><b>Regular files only.</b> A reader refuses pipes, sockets, devices and directories before it opens them,
 *       because opening a pipe blocks until a writer opens it too.
 *   <li><b>Losses are reported while the simulation still runs</b>, with the last tick in the file, and at the latest
 *       when the recorder is closed. See the table of faults below.
 *   <li><b>One encoding.</b> The same values in the same blocks always give the same bytes. The writer adds nothing of
 *       its own that differs from run to run, such as the date or a random id.
 *   <li><b>Bounded seeks.</b> If a recording has keyframes, a replay restores the last one before the wanted tick, and
 *       steps at most the ticks since then. In a world that restores exactly, the restored state and all later ones are
 *       compared with the recorded hashes. If a keyframe is damaged or gives another state, the replay uses the one
 *       before it instead. Other worlds use keyframes only if their user has chosen that, see
 *       {@link ReplaySimulation#approximate}.
 * </ol>
 *
 * <h2>Faults while recording</h2>
 *
 * <p>No fault stops the simulation. {@link Recorder#failure} reports each, and {@code close} throws none of them, so
 * look at it after {@code close}.
 *
 * <table>
 *   <caption>Faults while recording</caption>
 *   <tr><th>fault</th><th>what is in the file</th><th>when it is reported</th></tr>
 *   <tr><td>the disk is full when the file is created</td><td>no file is left behind</td><td>{@link Recorder#open}
 *       throws an exception that names the file</td></tr>
 *   <tr><td>the disk fills up or fails later</td><td>all whole blocks. The writer removes the partly written block from
 *       the file. Then it writes those ticks of the block that fit, and an end. If nothing fits, there is no
 *       end</td><td>when the block is written: after 64 KB or a second</td></tr>
 *   <tr><td>the disk fills up in a keyframe</td><td>everything but this keyframe, and then ticks without keyframes, as
 *       long as they fit. A keyframe is large, and a tick is small</td><td>when the keyframe is written</td></tr>
 *   <tr><td>the simulation can't save its world, or has more than 268,435,456 bytes to save</td><td>everything, but no
 *       more keyframes</td><td>when the keyframe is due</td></tr>
 *   <tr><td>the disk takes longer for a keyframe than the interval</td><td>everything. The next keyframe is late, by as
 *       long as the disk takes</td><td>not at all</td></tr>
 *   <tr><td>the disk is so slow that the memory for entries that wait for it is full</td><td>all ticks before that, and
 *       an end</td><td>when the
 *       disk answers</td></tr>
 *   <tr><td>another program deletes, replaces, truncates or writes the file</td><td>what that program has left. The
 *       recorder writes nothing more. The file is open for appending, because otherwise a write after a truncation
 *       would silently fill the gap with zeros</td><td>within a second, and when the recorder is closed</td></tr>
 *   <tr><td>a command has no written form, or its {@code write} fails</td><td>everything, but a replay can only run the
 *       part before that command</td><td>immediately, for the first such command</td></tr>
 *   <tr><td>this process is killed</td><td>everything but the last second</td><td></td></tr>
 * </table>
 *
 * <h2>How it works: the format, versions 1 to 4</h2>
 *
 * <p>A recording is a header followed by blocks up to the end of the file, with no bytes between them. From
 * version 3 on, keyframes may stand between blocks:
 *
 * <pre>
 *   header   u64 magic | u32 version | u32 length | fields (length bytes) | u32 checksum
 *   block    u32 number | u32 length | payload (length bytes, 1 to 65,536) | u32 checksum
 *   keyframe u32 FF FF FF FF | u32 length | i64 tick | u32 checksum of the content | u32 checksum
 *            | content (length bytes, 1 to 268,697,609)
 *   block    ...
 * </pre>
 *
 * <h3>Numbers</h3>
 *
 * <p>Types of fixed width are little-endian: {@code u32} and {@code u64} are unsigned, {@code i64} is two's complement,
 * {@code f32} and {@code f64} are IEEE 754. Types of variable width are:
 *
 * <ul>
 *   <li>{@code varint}: an unsigned number of at most 64 bits. Each byte holds seven bits, the lowest first. The top
 *       bit is set in all bytes but the last. The last byte is not zero, unless it is the only one.
 *   <li>{@code signed}: a signed 32-bit number. 0, -1, 1, -2 ... are written as the {@code varint} 0, 1, 2, 3 ...
 *   <li>{@code text}: a {@code varint} n, followed by n bytes of UTF-8.
 *   <li>{@code ratio}: two {@code varint}, numerator and denominator, each from 1 to 1,000,000,000, in lowest terms.
 * </ul>
 *
 * <h3>Header</h3>
 *
 * <p>The magic is the bytes 89 46 53 52 0D 0A 1A 0A. The length is at most 262,144. The checksum is the CRC32C
 * (Castagnoli, as in iSCSI) of all bytes before it, including the magic. The fields, with nothing after them, are:
 *
 * <table>
 *   <caption>The fields of the header</caption>
 *   <tr><th>field</th><th>type</th><th>limits</th></tr>
 *   <tr><td>rate, in ticks per second</td><td>ratio</td><td></td></tr>
 *   <tr><td>capacity of a state, in bodies</td><td>varint</td><td>1 to 16,777,216</td></tr>
 *   <tr><td>number of linear channels, then their names</td><td>varint, texts</td>
 *       <td>at most 1,000 channels of both kinds together; no two names are equal; a name has at most 200
 *       bytes</td></tr>
 *   <tr><td>number of stepped channels, then their names</td><td>varint, texts</td><td>the same</td></tr>
 *   <tr><td>number of axes</td><td>varint</td><td>0 to 65,536</td></tr>
 *   <tr><td>maximum number of inputs per tick</td><td>varint</td><td>1 to 1,048,576</td></tr>
 *   <tr><td>name of the simulation</td><td>text</td><td>1 to 200 bytes</td></tr>
 *   <tr><td>the simulation's settings</td><td>text</td><td>at most 16,384 bytes</td></tr>
 *   <tr><td>seed</td><td>i64</td><td></td></tr>
 *   <tr><td>ticks from one hash to the next</td><td>varint</td><td>1 to 2,147,483,647</td></tr>
 *   <tr><td>maximum number of ticks merged into a step</td><td>varint</td><td>1 to 2,147,483,647</td></tr>
 *   <tr><td>flags</td><td>one byte</td><td>1 if the run skips a failed step; 2 if positions are doubles: never in
 *       version 1, always in version 2, possibly in later ones; all other bits are 0</td></tr>
 * </table>
 *
 * <h3>Blocks</h3>
 *
 * <p>Blocks are numbered from 1. A block's checksum is the CRC32C of these bytes in this order: the four bytes of the
 * preceding checksum (the preceding block's or the header's), the block's number, its length, its payload.
 *
 * <p>The checksum therefore covers every byte of a block, including its number and length: a wrong length gives a wrong
 * checksum. A reader recognises a repeated, missing or swapped block by its number. A block of another recording may
 * have the right number; a reader recognises it by the preceding checksum. This always works: for equal bytes, CRC
 * gives different results for different initial values, so the same block has a different checksum after a different
 * preceding checksum. Because of this chain, no block after a damaged one can be verified. Nothing is lost by that. A
 * replay could not use those blocks, because it would miss the input of the damaged ticks.
 *
 * <p>A block ends when the next entry might not fit. The writer also ends a block, about once a second, to hand it to
 * the operating system.
 *
 * <h3>Keyframes</h3>
 *
 * <p>A keyframe holds the world as it was saved after a tick, by {@link io.github.freestep.physics.SavableSimulation}.
 * It follows the block that ends with that tick's entry. Its checksum is the CRC32C of the four bytes of the preceding
 * checksum and the twenty bytes before its own checksum. It is the preceding checksum of the next block. The checksum
 * of the content is among these bytes, but the content itself is not part of the chain. So a reader recognises a
 * missing, repeated or swapped keyframe, while damage in the content, which is nearly all of it, leaves every block
 * readable.
 * Readers that go from tick to tick skip the content unread. Blocks are numbered as if there were no keyframes.
 *
 * <p>The content is:
 *
 * <table>
 *   <caption>The content of a keyframe</caption>
 *   <tr><th>field</th><th>type</th><th>limits</th></tr>
 *   <tr><td>flags</td><td>one byte</td><td>1 if the tick has a hash; all other bits are 0</td></tr>
 *   <tr><td>hash of the tick's state, with flag 1</td><td>u64</td><td></td></tr>
 *   <tr><td>the value of each axis after the tick</td><td>f32 each</td><td>finite</td></tr>
 *   <tr><td>number of slots, then a bit for each, the lowest first: whether a body is alive in it</td>
 *       <td>varint, bytes</td><td>at most the capacity</td></tr>
 *   <tr><td>number of attached bodies, then the slot of each and that of its parent, parents first</td>
 *       <td>varints</td><td>below the number of slots</td></tr>
 *   <tr><td>the saved world</td><td>all other bytes</td><td>together with the slots at most 268,435,456 bytes; their
 *       format is the simulation's</td></tr>
 * </table>
 *
 * <p>To find the keyframes, a reader goes from block to block and reads only the number and the length of each. An hour
 * has about 4,000 blocks, for which this takes about 10 ms. Damage inside a block does not hide the keyframes after it,
 * so a seek can pass the damage. A replay that reaches the damage tick by tick ends there.
 *
 * <h3>Entries</h3>
 *
 * <p>A payload is a sequence of entries. No entry continues in the next block. The upper half of an entry's first byte
 * is its kind. The lower half holds flags, which are 0 unless the table lists them.
 *
 * <table>
 *   <caption>Entries</caption>
 *   <tr><th>kind</th><th>flags</th><th>content</th></tr>
 *   <tr><td>1: a command</td><td></td><td>signed type; varint n, at most 32,768; n bytes, whose format the
 *       command defines</td></tr>
 *   <tr><td>2: a command without a written form; every replay ends here</td><td></td><td>text of at most 1,024 bytes:
 *       its class, and further reasons if there are any</td></tr>
 *   <tr><td>3: the new value of a polled axis, from the beginning of this tick on</td><td></td>
 *       <td>varint axis, below the number of axes; f32 value, finite</td></tr>
 *   <tr><td>4: an input: an action, or a pushed value of an axis</td><td>1: an action; 2: has a fraction</td>
 *       <td>signed code of the action, or number of the axis; f32 value, finite; with flag 2, f64 fraction of the tick,
 *       from 0 to 1. Without flag 2 the fraction is +0; so -0, which has other bits, is written with flag 2.</td></tr>
 *   <tr><td>5: a new time anchor</td><td>1: paused</td>
 *       <td>ratio, the time scale (in a pause, the scale before it); i64 simulation time, not negative; i64 wall time;
 *       both in nanoseconds</td></tr>
 *   <tr><td>6: a failure</td><td></td><td>text of at most 1,024 bytes</td></tr>
 *   <tr><td>7: a tick</td><td>1: has a hash; 2: skips ticks</td>
 *       <td>with flag 2, varint, at least 2: the tick's number minus that of the preceding tick (without flag 2 the
 *       difference is 1); with flag 1, u64 hash of the state after the tick</td></tr>
 *   <tr><td>8: the end</td><td>1: the recording is complete</td><td>text of at most 1,024 bytes: the reason</td></tr>
 *   <tr><td>9: a player joins or leaves a match, at this tick</td><td>1: the player joins</td>
 *       <td>varint player, 0 to 31; from version 4 on</td></tr>
 * </table>
 *
 * <p>A tick's entry ends the tick's <i>group</i>: all entries since the preceding tick's entry, in the order in which
 * they took effect. The difference of the first tick is its distance from tick 0. A group, including the tick's own
 * entry, has at most 16,777,216 bytes, and may extend over several blocks. The end is the last entry of the last block;
 * nothing follows it. Entries between the last tick and the end had no effect on any state, so readers skip them. If a
 * file has no end, its writer was cut off.
 *
 * <p>Ticks and inputs are the most frequent entries, so they are short: a tick with a hash has 9 bytes, and most inputs
 * have 14. Time anchors are rare and have their full width. Writing them as differences would make each entry depend on
 * others.
 *
 * <h3>Versions</h3>
 *
 * <p>Every change of the bytes or of their meaning makes a new version, such as a new field, kind or flag, or a raised
 * limit. A writer uses the oldest version that can hold the recording: 4 if players may join and leave, otherwise 3 if
 * it may have keyframes, otherwise 2 if positions are doubles, and otherwise 1. A run that an
 * {@link io.github.freestep.physics.InputFeed} feeds, such as that of a match, may have players. A reader refuses newer
 * versions than its own and reads older ones. It does not skip entries of an unknown kind, because a replay without
 * them would silently diverge. Therefore entries have no length field. The header's magic, version, length and checksum
 * never change, so that every reader can distinguish a newer recording from a damaged one.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>A line of text per entry. It could be read without a tool, but would take five times the space, and every
 *       number would have to be parsed.
 *   <li>An index at the end. It would be needed most after a crash, and a crash leaves a file without it. Instead, a
 *       reader goes from block to block by their lengths, and without keyframes in the file, a replay makes them while
 *       it runs.
 *   <li>A keyframe as an entry, in parts of at most 64 KB. Its damage would end every replay, and each reader would
 *       have to read all of it.
 *   <li>Keyframes in a file of their own. The recording would stay in version 1, but one of the two files may get lost.
 *   <li>Keyframes by default. Saving takes the physics thread some time, which only the user can judge, and most
 *       recordings are replayed from the beginning.
 *   <li>A queue of saved worlds for a slow disk. It would take memory without bound, or need a limit anyway.
 *   <li>Compression: an hour takes 3 MB without input, and 50 MB with a thousand inputs per second. Compress the whole
 *       file before you send it.
 *   <li>Reserving disk space for the next block in advance: that needs twice the disk calls, and a failed reservation
 *       needs the same care as a failed write.
 *   <li>An entry "the end" after each block, which the next block overwrites: after a crash, the file would look as if
 *       the run had ended there.
 *   <li>Ending the recording at a command without a written form. The ticks before the command can be replayed in both
 *       cases, but only a longer recording shows the input after it.
 *   <li>A random id in every block, to detect blocks of other recordings: two equal recordings would be different
 *       files.
 * </ul>
 */
package io.github.freestep.physics.recording;
