package io.headwater.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate of this machine. Only clients that are configured for it trust it. */
public final class TestCertificate {
  private static final String PASSWORD = "changeit";

  private final Path keys;
  private final Path authority;

  /** Creates a certificate, with its files in a folder. */
  public TestCertificate(Path folder) throws IOException {
    keys = folder.resolve("keys.p12");
    authority = folder.resolve("authority.pem");
    keytool("-genkeypair", "-keyalg", "EC", "-dname", "CN=test", "-ext", "san=ip:127.0.0.1");
    keytool("-exportcert", "-rfc", "-file", authority.toString());
  }

  /** The certificate to trust, in PEM form. */
  public Path authority() {
    return authority;
  }

  /** A server's TLS context. */
  public SSLContext context() throws IOException {
    try (InputStream file = Files.newInputStream(keys)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(file, PASSWORD.toCharArray());
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(store, PASSWORD.toCharArray());
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private void keytool(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/keytool"));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-alias", "test", "-storepass", PASSWORD, "-keystore"));
    command.add(keys.toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    try {
      if (process.waitFor() != 0) {
        throw new IOException(said);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
