package io.github.freestep.net.link;

/**
 * Counts which packets of the other side arrive, by their numbers, and estimates the share that is lost, over the last
 * hundred or so. For one thread.
 */
final class PacketLoss {
    private static final double PACKETS = 128;
    private static final int REMEMBERED = 64;

    /** After a gap of more packets, the numbers begin anew: the other side has stood still, or has sent nonsense. */
    private static final int LARGEST_GAP = 1_024;

    private boolean heard;
    short newest;
    /** Bit i is set if the packet i before the newest has arrived. */
    private long arrived;

    private double lost;

    /** Notes a packet. Returns whether it is newer than all before. */
    boolean arrived(short number) {
        int ahead = heard ? (short) (number - newest) : 1;
        heard = true;
        if (ahead <= 0) {
            overtaken(-ahead);
            return false;
        }
        for (int i = 1; i < ahead && ahead < LARGEST_GAP; i++) {
            lost += (1 - lost) / PACKETS;
        }
        lost -= lost / PACKETS;
        arrived = ahead < REMEMBERED ? arrived << ahead | 1 : 1;
        newest = number;
        return true;
    }

    /** A packet that was overtaken has counted as lost. */
    private void overtaken(int behind) {
        if (behind < REMEMBERED && (arrived >>> behind & 1) == 0) {
            arrived |= 1L << behind;
            lost = Math.max(0, lost - 1 / PACKETS);
        }
    }

    /** Returns the lost packets of 255. */
    byte share() {
        return (byte) Math.round(lost * 255);
    }
}
