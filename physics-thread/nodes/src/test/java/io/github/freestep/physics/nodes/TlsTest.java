package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.ConfigFactory;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.MemberStatus;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Nodes on several addresses of this machine take each other only with keys of the same authority and name. */
class TlsTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    Path folder;

    private final List<ActorSystem> systems = new ArrayList<>();

    @AfterEach
    void end() {
        systems.forEach(ActorSystem::terminate);
        systems.forEach(
                system -> system.getWhenTerminated().toCompletableFuture().join());
    }

    @Test
    @DisabledOnOs(value = OS.MAC, disabledReason = "it has only one loopback address")
    void onlyNodesWithKeysOfTheSameAuthorityAndNameJoin() throws Exception {
        Path ours = authority("ours");
        Path keys = keys(ours, "rooms", "RSA");
        List<Path> others = new ArrayList<>();
        others.add(keys(authority("others"), "rooms", "RSA"));
        others.add(keys(ours, "database", "RSA"));
        others.add(null); // no TLS
        Cluster first = node("127.0.0.1", keys);
        first.join(first.selfAddress());
        Await.until(() -> first.selfMember().status().equals(MemberStatus.up()));
        List<Cluster> strange = new ArrayList<>();
        for (Path each : others) {
            Cluster node = node("127.0.0." + (2 + strange.size()), each);
            node.joinSeedNodes(List.of(first.selfAddress()));
            strange.add(node);
        }
        // Later than the others, which had more time therefore.
        Cluster second = node("127.0.0.9", keys);
        second.joinSeedNodes(List.of(first.selfAddress()));
        Await.until(() -> second.selfMember().status().equals(MemberStatus.up()));
        assertTrue(second.selfAddress().equals(second.selfMember().address()));
        assertEquals(2, first.state().members().size());
        for (Cluster refused : strange) {
            assertFalse(refused.selfMember().status().equals(MemberStatus.up()));
        }
    }

    /** Otherwise the node would found a cluster, and no other one could reach it. */
    @Test
    void aKeyThatCannotBeUsedIsRefused() throws Exception {
        Path keys = keys(authority("ours"), "rooms", "EC");
        RoomNodes.Builder builder = RoomNodes.builder((room, owner) -> new KeptWorld(owner))
                .store(FileRoomStore.in(folder))
                .address("127.0.0.1:" + FreePorts.inARow(1))
                .tls(keys);
        String message = assertThrows(IOException.class, builder::start).getMessage();
        assertTrue(message.startsWith("the folder of tls(...) must have a PEM of an RSA key"), message);
        assertTrue(message.contains("but those of " + keys + " cannot be used: "), message);
    }

    @Test
    void aFolderWithoutACertificateIsRefused() throws Exception {
        Files.createFile(folder.resolve("tls.key"));
        RoomNodes.Builder builder = RoomNodes.builder((room, owner) -> new KeptWorld(owner))
                .store(FileRoomStore.in(folder))
                .address("127.0.0.1:20121")
                .tls(folder);
        assertEquals(
                "the folder of tls(...) must have tls.key, tls.crt, ca.crt, which this process may read, but "
                        + folder.resolve("tls.crt") + " is not one",
                assertThrows(IOException.class, builder::start).getMessage());
    }

    /** Without a log: it says of each connection why it was refused. */
    private Cluster node(String host, @Nullable Path keys) {
        ActorSystem system = ActorSystem.create(
                "rooms",
                ActorSystemSetup.create(
                        BootstrapSetup.create(
                                ConfigFactory.parseString("pekko.loglevel = OFF, pekko.stdout-loglevel = OFF")
                                        .withFallback(RoomNodes.config(host, 0, keys))),
                        new StoreLease.With(KeptRooms.beats(folder, "own", NanoClock.system()))));
        systems.add(system);
        return Cluster.get(system);
    }

    /** Makes an authority. */
    private Path authority(String name) throws Exception {
        Path authority = Files.createDirectory(folder.resolve(name));
        keytool(authority, "-genkeypair", "-alias", "ca", "-keyalg", "RSA", "-dname", "CN=" + name, "-ext", "bc:c");
        return authority;
    }

    /** Makes a key and a certificate. */
    private Path keys(Path authority, String name, String algorithm) throws Exception {
        Path keys = Files.createDirectory(authority.resolve(name));
        String request = keys.resolve("request").toString();
        String crt = keys.resolve("tls.crt").toString();
        keytool(authority, "-genkeypair", "-alias", name, "-keyalg", algorithm, "-dname", "CN=" + name);
        keytool(authority, "-certreq", "-alias", name, "-file", request);
        keytool(authority, "-gencert", "-alias", "ca", "-infile", request, "-outfile", crt, "-rfc");
        KeyStore made = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(authority.resolve("store.p12"))) {
            made.load(in, PASSWORD.toCharArray());
        }
        byte[] key = made.getKey(name, PASSWORD.toCharArray()).getEncoded();
        pem(keys.resolve("tls.key"), "PRIVATE KEY", key);
        pem(keys.resolve("ca.crt"), "CERTIFICATE", made.getCertificate("ca").getEncoded());
        return keys;
    }

    private static void keytool(Path authority, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-keystore",
                authority.resolve("store.p12").toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD));
        command.addAll(1, List.of(arguments));
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertTrue(keytool.waitFor(5, TimeUnit.MINUTES));
        assertEquals(0, keytool.exitValue(), command::toString);
    }

    private static void pem(Path file, String what, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        Files.writeString(file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }
}
