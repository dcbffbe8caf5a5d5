package io.github.freestep.physics.lockstep.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The addresses of the nodes of a cluster. Immutable. */
final class ClusterMembers {
    /** Each node uses this many ports in a row. */
    static final int PORTS = 6;

    private static final int MAX_PORT = 65_535 - PORTS + 1;
    private static final int CONSENSUS = 1;
    private static final int LOG = 2;
    private static final int CATCH_UP = 3;
    private static final int ARCHIVE = 4;
    private static final int LOG_CONTROL = 5;

    private record Member(String host, int port) {
        String at(int offset) {
            return host + ":" + (port + offset);
        }
    }

    private final List<Member> members = new ArrayList<>();

    private ClusterMembers() {}

    /**
     * Reads addresses such as {@code "192.168.1.7:20141"}.
     *
     * @throws IllegalArgumentException if there is none, one has no host or port, or two are equal
     */
    static ClusterMembers of(String... addresses) {
        ClusterMembers result = new ClusterMembers();
        for (String address : Objects.requireNonNull(addresses, "addresses must not be null")) {
            Member member = member(Objects.requireNonNull(address, "addresses must not be null"));
            if (result.members.contains(member)) {
                throw new IllegalArgumentException(
                        "the addresses of members must differ, was twice: '" + address + "'");
            }
            result.members.add(member);
        }
        if (result.members.isEmpty()) {
            throw new IllegalArgumentException("a cluster must have at least 1 member, had 0");
        }
        return result;
    }

    private static Member member(String address) {
        int colon = address.lastIndexOf(':');
        try {
            int port = Integer.parseInt(address.substring(colon + 1));
            if (colon > 0 && port >= 1 && port <= MAX_PORT) {
                return new Member(address.substring(0, colon), port);
            }
        } catch (NumberFormatException noPort) {
            // Reported below.
        }
        throw new IllegalArgumentException("the address of a member must be a host, a colon and a port between 1 and "
                + MAX_PORT + ", because " + PORTS + " ports in a row are used, was '" + address + "'");
    }

    int size() {
        return members.size();
    }

    String host(int member) {
        return members.get(member).host;
    }

    int port(int member) {
        return members.get(member).port;
    }

    String archive(int member) {
        return members.get(member).at(ARCHIVE);
    }

    String logControl(int member) {
        return members.get(member).at(LOG_CONTROL);
    }

    String consensus(int member) {
        return members.get(member).at(CONSENSUS);
    }

    /** The endpoints at which a member asks the others for a copy of the match. */
    String otherConsensus(int member) {
        List<String> others = new ArrayList<>();
        for (int other = 0; other < members.size(); other++) {
            if (other != member) {
                others.add(consensus(other));
            }
        }
        return String.join(",", others);
    }

    /** The members as Aeron's nodes want them. */
    String nodes() {
        List<String> nodes = new ArrayList<>();
        for (int member = 0; member < members.size(); member++) {
            Member at = members.get(member);
            nodes.add(String.join(
                    ",",
                    Integer.toString(member),
                    at.at(0),
                    at.at(CONSENSUS),
                    at.at(LOG),
                    at.at(CATCH_UP),
                    at.at(ARCHIVE)));
        }
        return String.join("|", nodes);
    }

    /** The members as Aeron's clients want them. */
    String ingress() {
        List<String> ingress = new ArrayList<>();
        for (int member = 0; member < members.size(); member++) {
            ingress.add(member + "=" + members.get(member).at(0));
        }
        return String.join(",", ingress);
    }

    @Override
    public String toString() {
        return String.join(", ", members.stream().map(member -> member.at(0)).toList());
    }
}
