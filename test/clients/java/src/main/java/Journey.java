import example.ApiClient;
import example.ApiException;
import example.api.AccountApi;
import example.api.JobsApi;
import example.api.ResolveApi;
import example.model.AskedRow;
import example.model.BlockKey;
import example.model.Blocks;
import example.model.CompanyIdentityAvailable;
import example.model.EnrichJobRequest;
import example.model.ErrorEntry;
import example.model.ErrorsPage;
import example.model.Job;
import example.model.ResolveResponse;
import example.model.ResultsPage;
import example.model.Row;
import java.util.List;

/** A whole job by the generated client, its pages and errors, and one company: what it reads stands on its output. */
public final class Journey {
  private static final List<BlockKey> BLOCKS = List.of(BlockKey.COMPANY_IDENTITY, BlockKey.OFFICERS);
  private static final int PAGE = 3;

  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("URL"));
    String key = "Bearer " + System.getenv("KEY");
    client.setRequestInterceptor(request -> request.header("Authorization", key));
    String[] numbers = System.getenv("NUMBERS").split(",");

    say("blocks", new AccountApi(client).listBlocks(null).getBlocks().size());
    say("scopes", new AccountApi(client).whoami(null).getScopes());
    JobsApi jobs = new JobsApi(client);
    Job job = finished(jobs, jobs.submitJob(asked(numbers), "java-journey", null, null));
    say("job", job.getStatus());
    results(jobs, job.getJobId());
    errors(jobs, job.getJobId());
    ResolveResponse one = resolved(client, numbers[0]);
    say("resolved", one.getMatched().getCompanyNumber() + " " + statusOf(one.getBlocks()));
    try {
      jobs.getJob("job_00000000000000000000000000", null);
    } catch (ApiException error) {
      say("of nobody", error.getCode());
    }
  }

  private static EnrichJobRequest asked(String[] numbers) {
    EnrichJobRequest request = new EnrichJobRequest().blocks(BLOCKS);
    for (String number : numbers) request.addRowsItem(new AskedRow().ref("row " + number).companyNumber(number));
    return request;
  }

  private static Job finished(JobsApi jobs, Job job) throws Exception {
    while (!job.getResultsReady()) {
      Thread.sleep(job.getRetryAfterMs());
      job = jobs.getJob(job.getJobId(), null);
    }
    return job;
  }

  private static void results(JobsApi jobs, String jobId) throws ApiException {
    String cursor = null;
    do {
      ResultsPage page = jobs.getResults(jobId, cursor, PAGE, null);
      for (Row row : page.getResults()) say(row.getRef(), row.getStatus() + " " + statusOf(row.getBlocks()));
      cursor = page.getNextCursor();
    } while (cursor != null);
  }

  private static void errors(JobsApi jobs, String jobId) throws ApiException {
    ErrorsPage page = jobs.getErrors(jobId, null, PAGE, null);
    for (ErrorEntry error : page.getErrors()) say("error of " + error.getRef(), error.getReason());
  }

  private static ResolveResponse resolved(ApiClient client, String number) throws ApiException {
    return new ResolveApi(client)
        .resolve(number, null, null, BLOCKS, null, null, null, null, null, null, null, null, null, null,
            null, null, null, null, null, null, null, null, null)
        .getResolveResponse();
  }

  /** Of the company, where the identity is available. */
  private static String statusOf(Blocks blocks) {
    if (blocks == null || blocks.getCompanyIdentity() == null) return "none";
    Object block = blocks.getCompanyIdentity().getActualInstance();
    if (!(block instanceof CompanyIdentityAvailable available)) return "none";
    return available.getValue().getCompanyStatus().getValue();
  }

  private static void say(String what, Object value) {
    System.out.println(what + ": " + value);
  }
}
